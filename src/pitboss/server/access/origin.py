"""The origin of a request: its address behind named proxies, and the check that one of our pages sent it.

A browser says where a request comes from (``Sec-Fetch-Site``, ``Origin``); other clients say nothing and carry no
cookies of a visitor, so a request without either header cannot be forged by a foreign page.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from urllib.parse import urlsplit

from pitboss.server.config import Config

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def client_address(peer: str, headers: Mapping[str, str], config: Config, *, trusted: bool = False) -> str:
    """The address of the client: the peer's, or, behind named proxies, the last one that none of them has.

    A ``trusted`` peer, which is another process of the room, says it itself.
    """
    if trusted:
        return headers.get("x-forwarded-for", peer)
    if not config.proxies or not _is_proxy(peer, config):
        return peer
    forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
    for address in reversed(forwarded[-20:]):
        if not _is_proxy(address, config):
            return address if _is_address(address) else peer
    return peer


def host_refused(headers: Mapping[str, str], config: Config) -> bool:
    """True if the request names a host that this server does not answer to."""
    if not config.hosts:
        return False
    name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    return name.lower() not in {host.lower() for host in config.hosts}


def origin_allowed(headers: Mapping[str, str], config: Config) -> bool:
    """True if a socket or a request that changes something may come from where it says it comes from."""
    origin = headers.get("origin")
    if origin is not None and not _is_ours(origin, headers.get("host", ""), config):
        return False
    site = headers.get("sec-fetch-site")
    return site in (None, "same-origin", "none") or (origin is not None and origin in config.origins)


def _is_ours(origin: str, host: str, config: Config) -> bool:
    if origin in config.origins:
        return True
    try:
        parts = urlsplit(origin)
        named, own = (parts.hostname, parts.port or PORTS.get(parts.scheme)), urlsplit(f"//{host}")
        return bool(parts.hostname) and named == (own.hostname, own.port or PORTS.get(parts.scheme))
    except ValueError:
        return False


def _is_proxy(address: str, config: Config) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    return any(ip in ipaddress.ip_network(proxy, strict=False) for proxy in config.proxies)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
