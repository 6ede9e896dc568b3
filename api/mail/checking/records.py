"""What the DNS says of a domain that sends mails: its key, its policy, its servers, their names."""

from __future__ import annotations

from api.mail.checking.findings import Finding, good, not_known, to_change
from api.mail.checking.names import Names, Unanswered, backwards
from api.mail.posting.signing import (
    ED25519,
    RSA_BITS,
    Key,
    bits_of,
    key_name,
    kind_of,
    published,
    text_record,
)

KEY, DMARC, MX, PTR = "DKIM key", "DMARC", "MX", "PTR"

_POLICIES = ("none", "quarantine", "reject")


def tags(text: str) -> dict[str, str]:
    """The tags of a record of DKIM or DMARC, and what each says.

    >>> tags("v=DMARC1; p=none;")
    {'v': 'DMARC1', 'p': 'none'}
    """
    pairs = (it.partition("=") for it in text.split(";") if "=" in it)
    return {name.strip().lower(): "".join(value.split()) for name, _, value in pairs}


def key_of(names: Names, key: Key, selector: str, domain: str) -> Finding:
    """Whether the DNS has the public part of the key that the service signs with."""
    name, text = key_name(selector, domain), published(key)
    record = text_record(name, text)
    try:
        found = names.texts(name)
    except Unanswered as error:
        return not_known(KEY, f"The DNS did not answer: {error}.")
    if not found:
        return to_change(KEY, f"The DNS has no key at {name}.", "Let it say:", record)
    if len(found) > 1:
        return to_change(
            KEY, f"There are {len(found)} texts at {name}.", "Leave this one there alone:", record
        )
    said, wanted = tags(found[0]), tags(text)
    if said.get("p") == "":
        return to_change(
            KEY,
            f"The key at {name} is withdrawn.",
            "Make another one under another MAIL_DKIM_SELECTOR, or let the DNS say:",
            record,
        )
    if said.get("v", "DKIM1") != "DKIM1" or (said.get("k", "rsa"), said.get("p")) != (
        wanted["k"],
        wanted["p"],
    ):
        return to_change(
            KEY, f"The DNS has another key at {name} than signs here.", "Let it say:", record
        )
    if kind_of(key) == ED25519:
        return to_change(
            KEY,
            "The key is in the DNS, but it is of Ed25519, which many providers do not read.",
            "Make a key with 'napoleon mail key --kind rsa' under another selector, and sign "
            "with that.",
        )
    if bits_of(key) < RSA_BITS:
        return to_change(
            KEY,
            f"The key is in the DNS, but it has only {bits_of(key)} bits.",
            "Make a new one with 'napoleon mail key' under another selector.",
        )
    if "y" in said.get("t", "").split(":"):
        return to_change(
            KEY, "The key is in the DNS, marked as one that is only tried.", "Say it so:", record
        )
    return good(KEY, f"The DNS has the key that signs here, at {name}.")


def dmarc_of(names: Names, domain: str) -> Finding:
    """What the domain wants to be done with mails that only say that they are its own."""
    try:
        where, found = _dmarc_records(names, domain)
    except Unanswered as error:
        return not_known(DMARC, f"The DNS did not answer: {error}.")
    wanted = text_record(f"_dmarc.{domain}", "v=DMARC1; p=quarantine")
    if not found:
        return to_change(
            DMARC,
            f"The domain {domain} does not say what is to be done with forged mails.",
            "Let the DNS say it:",
            wanted,
        )
    if len(found) > 1:
        strictest = max(found, key=_strictness)
        return to_change(
            DMARC,
            f"There are {len(found)} DMARC records at {where}, so that none counts.",
            "Leave one there:",
            text_record(where, strictest),
        )
    said = tags(found[0])
    policy = said.get("p", "").lower()
    if where != f"_dmarc.{domain}":
        policy = said.get("sp", policy).lower()
    if policy not in _POLICIES:
        return to_change(
            DMARC, f"The DMARC record at {where} has no policy that counts.", "Say it so:", wanted
        )
    if policy == "none":
        return to_change(
            DMARC,
            f"The domain {domain} wants nothing to be done with forged mails (p=none).",
            "When the other checks are good, let the DNS say:",
            wanted,
        )
    return good(
        DMARC,
        f"The domain {domain} wants forged mails to be treated as such (p={policy}). Envelope, "
        "From and signature of ours are of the same domain.",
    )


def _strictness(record: str) -> int:
    policy = tags(record).get("p", "").lower()
    return _POLICIES.index(policy) if policy in _POLICIES else -1


def _dmarc_records(names: Names, domain: str) -> tuple[str, list[str]]:
    """The DMARC records of a domain, or of the nearest one above it, and where they are."""
    labels = domain.split(".")
    for at in range(max(1, len(labels) - 1)):
        where = f"_dmarc.{'.'.join(labels[at:])}"
        found = [it for it in names.texts(where) if it.replace(" ", "").startswith("v=DMARC1")]
        if found:
            return where, found
    return f"_dmarc.{domain}", []


def exchanges_of(names: Names, domain: str) -> tuple[Finding, list[str]]:
    """Whether mails to the domain find a server, and those that take them in."""
    try:
        hosts = names.exchanges(domain)
        lost = [it for it in hosts if it and not names.addresses(it)]
        implied = not hosts and bool(names.addresses(domain))
    except Unanswered as error:
        return not_known(MX, f"The DNS did not answer: {error}."), []
    record = f"{domain}. IN MX 10 mail.{domain}."
    cure = "Let the DNS name the server that takes mails in, by a name that has an address:"
    if hosts == [""]:
        return to_change(MX, f"The domain {domain} says that it takes no mails.", cure, record), []
    if implied:
        found = to_change(MX, f"The domain {domain} has an address, but no MX.", cure, record)
        return found, [domain]
    if not hosts:
        return to_change(MX, f"No server takes mails for {domain}.", cure, record), []
    if lost:
        said = f"The server {lost[0]}, which takes mails for {domain}, has no address."
        told = to_change(MX, said, "Give it one, or name another:", f"{lost[0]}. IN A 192.0.2.25")
        return told, [it for it in hosts if it not in lost]
    return good(MX, f"Mails to {domain} go to {' and '.join(hosts)}."), hosts


def pointers_of(names: Names, addresses: list[str], domain: str) -> Finding:
    """Whether each address that sends has a name, and that name the address."""
    if not addresses:
        return not_known(
            PTR, "It is not known from which address your mails are sent.", "Name it with --ip."
        )
    told: list[str] = []
    for address in addresses:
        try:
            hosts = names.names_of(address)
            fitting = [it for it in hosts if address in names.addresses(it)]
        except Unanswered as error:
            return not_known(PTR, f"The DNS did not answer: {error}.")
        host = hosts[0] if hosts else f"out.{domain}"
        if not hosts:
            return to_change(
                PTR,
                f"The address {address} has no name.",
                "Ask the provider of the address to give it this name:",
                f"{backwards(address)}. IN PTR {host}.",
            )
        if not fitting:
            kind = "AAAA" if ":" in address else "A"
            return to_change(
                PTR,
                f"The name of {address} is {host}, but {host} has another address, or none.",
                "Let the name have the address:",
                f"{host}. IN {kind} {address}",
            )
        told.append(f"{address} is {fitting[0]}, forwards and backwards")
    return good(PTR, f"{'; '.join(told)}.")
