"""json_schema.py SCHEMA DOCUMENT... - holds documents against a JSON Schema, by the words of it that docs/json.schema.json uses.

A word that is not known here is an error, so that nothing in the schema goes unchecked.
"""
import json
import sys

TYPES = {
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "array": lambda v: isinstance(v, list),
    "object": lambda v: isinstance(v, dict),
    "null": lambda v: v is None,
}
IGNORED = {"$schema", "$defs", "title", "description", "then", "else"}


def one_of_types(schema, value):
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return any(TYPES[name](value) for name in names)


class Schema:
    def __init__(self, whole):
        self.whole = whole

    def wrong(self, schema, value, at=""):
        """What is wrong with a value, as a list of sentences."""
        if schema is False:
            return [f"{at or 'the document'} should not be there"]
        held = [self.rule(word) for word in schema if word not in IGNORED]
        return [one for rule in held for one in rule(schema, value, at)]

    def rule(self, word):
        if not hasattr(self, "word_" + word.strip("$")):
            sys.exit(f"the schema has a word that is not known here: {word}")
        return getattr(self, "word_" + word.strip("$"))

    def word_ref(self, schema, value, at):
        return self.wrong(self.whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, at)

    def word_type(self, schema, value, at):
        return [] if one_of_types(schema, value) else [f"{at} is {value!r:.60}, no {schema['type']}"]

    def word_enum(self, schema, value, at):
        return [] if value in schema["enum"] else [f"{at} is {value!r:.60}, none of {schema['enum']}"]

    def word_const(self, schema, value, at):
        return [] if value == schema["const"] else [f"{at} is {value!r:.60}, not {schema['const']!r}"]

    def word_required(self, schema, value, at):
        return [f"{at}.{key} is missing" for key in schema["required"] if isinstance(value, dict) and key not in value]

    def word_properties(self, schema, value, at):
        parts = schema["properties"].items() if isinstance(value, dict) else []
        return [one for key, part in parts if key in value for one in self.wrong(part, value[key], f"{at}.{key}")]

    def word_additionalProperties(self, schema, value, at):
        others = set(value) - set(schema.get("properties", {})) if isinstance(value, dict) else ()
        return [one for key in others for one in self.wrong(schema["additionalProperties"], value[key], f"{at}.{key}")]

    def word_items(self, schema, value, at):
        each = enumerate(value) if isinstance(value, list) else ()
        return [one for i, item in each for one in self.wrong(schema["items"], item, f"{at}[{i}]")]

    def word_minItems(self, schema, value, at):
        return [f"{at} has {len(value)} items"] if isinstance(value, list) and len(value) < schema["minItems"] else []

    def word_allOf(self, schema, value, at):
        return [one for part in schema["allOf"] for one in self.wrong(part, value, at)]

    def word_anyOf(self, schema, value, at):
        answers = [self.wrong(part, value, at) for part in schema["anyOf"]]
        return [] if any(not answer for answer in answers) else [f"{at} is none of {len(answers)}: {answers}"]

    def word_if(self, schema, value, at):
        part = schema.get("else" if self.wrong(schema["if"], value, at) else "then", {})
        return self.wrong(part, value, at)


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def main():
    with open(sys.argv[1]) as text:
        schema = Schema(json.load(text))
    bad = 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as text:
            try:
                found = schema.wrong(schema.whole, json.load(text, parse_constant=no_constant))
            except ValueError as error:
                found = [str(error)]
        for one in found:
            print(f"{path}: {one}")
        bad += bool(found)
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
