"""A small validator: does a reply say what web/openapi.json promises?  Only what that file uses."""
import json
import pathlib

DOCUMENT = json.loads((pathlib.Path(__file__).parents[2] / "web" / "openapi.json").read_text())
KNOWN = {"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "oneOf",
         "minimum", "maximum", "minLength", "maxLength", "description", "$ref", "discriminator", "format"}


def resolve(node):
    while "$ref" in node:
        target = DOCUMENT
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def is_of_type(value, name):
    if name == "null":
        return value is None
    if name == "boolean":
        return isinstance(value, bool)
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, {"string": str, "array": list, "object": dict}[name])


def faults(value, schema, place="reply"):
    """What is wrong with the value, as sentences."""
    schema = resolve(schema)
    unknown = set(schema) - KNOWN
    if unknown:
        return [f"{place}: the validator does not know {unknown}"]
    found = []
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            tries = [faults(value, option, place) for option in schema[choice]]
            if all(tries):
                found += min(tries, key=len)
    if "const" in schema and value != schema["const"]:
        found.append(f"{place}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{place}: {value!r} is none of {schema['enum']}")
    if "type" in schema:
        if not is_of_type(value, schema["type"]):
            return found + [f"{place}: {value!r} is no {schema['type']}"]
        found += of_type(value, schema, place)
    return found


def of_type(value, schema, place):
    found = []
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{place}: {name} is missing" for name in schema.get("required", []) if name not in value]
        rest = schema.get("additionalProperties", not properties)
        for name, item in value.items():
            if name in properties:
                found += faults(item, properties[name], f"{place}.{name}")
            elif rest is False:
                found.append(f"{place}: {name} is not in the schema")
            elif rest is not True:
                found += faults(item, rest, f"{place}.{name}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            found += faults(item, schema.get("items", {}), f"{place}[{number}]")
    elif isinstance(value, str):
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 1 << 40):
            found.append(f"{place}: wrong length")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            found.append(f"{place}: {value} is out of range")
    return found


def operation_of(method, path):
    """The pattern and the operation that a request belongs to; plain paths before those with {}."""
    parts = path.split("/")
    for pattern in sorted(DOCUMENT["paths"], key=lambda p: p.count("{")):
        wanted = pattern.split("/")
        if len(wanted) == len(parts) and all(w == p or w.startswith("{") for w, p in zip(wanted, parts)):
            operation = DOCUMENT["paths"][pattern].get(method.lower())
            if operation:
                return pattern, operation
    return None, None


def reply_faults(method, path, status, content_type, body):
    pattern, operation = operation_of(method, path)
    if operation is None:
        return [f"{method} {path} is not in the document"]
    if str(status) not in operation["responses"]:
        return [f"{method} {pattern}: status {status} is not in the document: {body[:200]!r}"]
    content = resolve(operation["responses"][str(status)]).get("content", {})
    if not content:
        return [] if not body else [f"{method} {pattern}: no body was promised"]
    kind = content_type.split(";")[0]
    if "application/json" in content:
        return faults(json.loads(body), content["application/json"]["schema"]) if kind == "application/json" else [
            f"{method} {pattern}: {content_type} instead of JSON"]
    return []
