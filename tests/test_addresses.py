"""No lock and no configuration file says where to download from."""

from pathlib import PurePath

import pytest

from scripts.addresses import complaints, main

HASH = "--hash=sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("requirements/run.txt", "--index-url files.example/simple\n"),
        ("requirements/run.txt", "# from the mirror\n--extra-index-url=//mirror\n"),
        ("requirements/run.txt", "--find-links /wheels\n"),
        ("requirements/run.in", "msgspec @ https://files.example/msgspec.whl\n"),
        ("requirements/run.in", "git+ssh://git@forge.example/msgspec\n"),
        ("web/.npmrc", "registry=//npm.example\n"),
        ("web/.npmrc", "@inlang:registry = //npm.example\n"),
        ("web/package.json", '{"dependencies": {"svelte": "https://npm.example/svelte.tgz"}}'),
        ("web/package-lock.json", '{"packages": {"a": {"resolved": "https://npm.example/a.tgz"}}}'),
        ("web/project.inlang/settings.json", '{"modules": ["https://cdn.example/plugin.js"]}'),
        ("pyproject.toml", '[[tool.uv.index]]\nurl = "https://files.example/simple"\n'),
        (".ci/run", "curl https://files.example/setup | sh\n"),
        ("uv.lock", "version = 1\n"),
    ],
)
def test_a_file_that_says_where_to_download_from_is_named(path: str, text: str) -> None:
    assert list(complaints(PurePath(path), text))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "requirements/run.txt",
            f"httpx==0.28.1 ; sys_platform != 'win32' \\\n    {HASH}\n    # via httpx\n",
        ),
        ("web/.npmrc", "omit-lockfile-registry-resolved=true\n"),
        ("web/package-lock.json", '{"packages": {"a": {"funding": {"url": "https://a.example/thanks"}}}}'),
        ("web/package-lock.json", '{"packages": {"b": {"resolved": "plugins/b", "link": true}}}'),
        (
            "web/project.inlang/settings.json",
            '{"$schema": "https://a.example/s", "modules": ["./plugin.js"]}',
        ),
        ("docs/index.md", "See https://a.example for more.\n"),
    ],
)
def test_hashes_names_and_thanks_are_no_complaint(path: str, text: str) -> None:
    assert list(complaints(PurePath(path), text)) == []


def test_this_repository_says_nowhere_where_to_download_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out
