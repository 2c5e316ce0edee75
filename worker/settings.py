"""The few environment variables that workers and service share, read once by each process."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _default_data() -> Path:
    return Path.home() / ".local" / "share" / "slitherlink"


class Settings(BaseSettings):
    """Where the work, the results and the private server's files are."""

    model_config = SettingsConfigDict(extra="ignore", populate_by_name=True)

    redis_url: str | None = Field(default=None, validation_alias="REDIS_URL")
    """The queue's server; without one a private server is started (`worker.embedded`)."""
    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL")
    """The store; without one an SQLite file in the data folder."""
    data: Path = Field(default_factory=_default_data, validation_alias="SLITHERLINK_DATA")
    """The data folder."""

    @property
    def store_url(self) -> str:
        """Where the store is, in SQLAlchemy's notation."""
        return self.database_url or f"sqlite:///{self.data / 'store.sqlite3'}"
