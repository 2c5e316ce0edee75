"""The service: HTTP in, HTTP out. Routes parse, call and reply; the solving is not done here."""
