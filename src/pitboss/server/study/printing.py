"""Prints a page of our own to PDF with a browser, where one is installed."""

import shutil
import subprocess
import tempfile
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
NO_BROWSER = f"none of {', '.join(BROWSERS)} is installed or works"
PRINTING_SECONDS = 120


def print_pdf(html: str, path: Path) -> bool:
    """Print a page with a browser; False where there is none, or it fails."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        source, printed = Path(folder) / "par.html", Path(folder) / "par.pdf"
        source.write_text(html, encoding="utf-8")
        # The page is our own and holds no script, so the sandbox, which root may not have, is not missed.
        options = ["--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer", f"--user-data-dir={folder}"]
        command = [browser, *options, f"--print-to-pdf={printed}", source.as_uri()]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PRINTING_SECONDS)
        except (subprocess.SubprocessError, OSError):
            return False
        if not printed.exists():
            return False
        shutil.copyfile(printed, path)
    return True
