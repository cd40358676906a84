# SPDX-License-Identifier: MIT
"""Manual pages and completion of the command line: command_pages.py PROGRAM SHARE [--zsh FOLDER]

Makes them from what `PROGRAM help --json` says, and the JSON Schema beside them:
  SHARE/man/man1/beltdyn.1.gz, beltdyn-COMMAND.1.gz
  SHARE/bash-completion/completions/beltdyn, SHARE/zsh/FOLDER/_beltdyn, SHARE/fish/vendor_completions.d/beltdyn.fish
  SHARE/beltdyn/beltdyn.schema.json
"""
import argparse
import gzip
import json
import pathlib
import re
import subprocess

ENVIRONMENT = {"BELTDYN_DATA": "The folder of published data for beltdyn verify, as --data.",
               "NO_COLOR": "If it is set, messages have no colours."}
FOLDER_VALUES = {"DIR"}
CASE_VALUES = {"ID"}


class Option:
    """An option, or an argument, whose name has no dashes."""

    def __init__(self, description):
        self.names = description["names"]
        self.meaning = description["meaning"]
        self.default = description["default"]
        self.required = description["required"]
        self.repeats = description["repeats"]
        # "TEXT:{none,history,all}" is a choice.
        choice = re.search(r"\{(.*)\}", description["value"])
        self.choices = choice.group(1).split(",") if choice else []
        self.value = "|".join(self.choices) if choice else description["value"].rpartition(":")[2]
        self.is_argument = not self.names[0].startswith("-")
        if self.is_argument:
            self.value = self.names[0]

    @property
    def short(self):
        return next((name for name in self.names if re.fullmatch("-.", name)), None)

    @property
    def long(self):
        return next((name for name in self.names if name.startswith("--")), None)

    def usage(self):
        """As it stands in a synopsis."""
        text = self.value if self.is_argument else " ".join(filter(None, [self.long or self.short, self.value]))
        text = text if self.required else f"[{text}]"
        return text + ("..." if self.repeats else "")


class Command:
    def __init__(self, description):
        self.name = description["name"]
        self.meaning = description["meaning"].removeprefix("BeltDyn: ")
        self.example = description["example"]
        options = [Option(option) for option in description["options"]]
        self.arguments = [option for option in options if option.is_argument]
        self.options = [option for option in options if not option.is_argument]


# Manual pages

def roff(text):
    """Text as roff has it: minus signs stay minus signs, and no line is taken for a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\`")
    return "\\&" + text if text.startswith(".") else text


def lower_first(text):
    return text[0].lower() + text[1:]


def page(name, title, version, sections):
    lines = ['.\\" Made by packaging/command_pages.py', f'.TH {name.upper()} 1 "" "BeltDyn {version}" "User Commands"',
             ".SH NAME", f"{roff(name)} \\- {roff(title)}"]
    for heading, body in sections:
        lines += [f".SH {heading}", *body]
    return "\n".join(lines) + "\n"


def tagged(pairs):
    return [line for tag, text in pairs for line in (".TP", tag, roff(text))]


def option_tags(options):
    pairs = []
    for option in options:
        tag = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names)
        if not option.is_argument and option.value:
            tag += f" \\fI{roff(option.value)}\\fR"
        meaning = option.meaning + (f" (default: {option.default})" if option.default else "")
        pairs.append((tag, meaning if meaning.endswith(".") else meaning + "."))
    return tagged(pairs)


def synopsis(command):
    words = [option.usage() for option in [*command.arguments, *command.options] if option.names[0] not in ("-h", "--help")]
    return [f"\\fBbeltdyn {roff(command.name)}\\fR", roff(" ".join(words))] if words else [
        f"\\fBbeltdyn {roff(command.name)}\\fR"]


def exit_status(exit_codes):
    return tagged((f"\\fB{code}\\fR", meaning[0].upper() + meaning[1:] + ".") for code, meaning in exit_codes.items())


def see_also(names):
    return [", ".join(f"\\fB{roff(name)}\\fR(1)" for name in names)]


def manual_pages(version, exit_codes, program, commands):
    """Names of pages and their text."""
    pages = {}
    pages["beltdyn"] = page("beltdyn", lower_first(program.meaning), version, [
        ("SYNOPSIS", ["\\fBbeltdyn\\fR \\fICOMMAND\\fR [\\fIargument\\fR ...]", ".br",
                      "\\fBbeltdyn help\\fR [\\fICOMMAND\\fR]"]),
        ("DESCRIPTION", [roff("Computes how a belt or rope moves over pulleys with dry friction, in several formulations of "
                              "the same drive, and shows how far they agree. A configuration, a JSON file, describes a drive "
                              "and its runs; its schema is what beltdyn schema prints.")]),
        ("COMMANDS", tagged((f"\\fB{roff(command.name)}\\fR", f"{command.meaning}; see beltdyn-{command.name}(1).")
                            for command in commands)),
        ("OPTIONS", option_tags(program.options)),
        ("EXIT STATUS", exit_status(exit_codes)),
        ("ENVIRONMENT", tagged((f"\\fB{name}\\fR", text) for name, text in ENVIRONMENT.items())),
        ("FILES", tagged([("\\fI/usr/share/doc/beltdyn/examples/configs\\fR", "Configurations to begin with."),
                          ("\\fI/usr/share/beltdyn/beltdyn.schema.json\\fR", "The JSON Schema of configurations.")])),
        ("EXAMPLES", [".EX", roff(f"beltdyn {program.example}"), ".EE"]),
        ("SEE ALSO", see_also(f"beltdyn-{command.name}" for command in commands))])
    for command in commands:
        name = f"beltdyn-{command.name}"
        pages[name] = page(name, lower_first(command.meaning), version, [
            ("SYNOPSIS", synopsis(command)),
            ("DESCRIPTION", [roff(command.meaning + ".")]),
            *([("ARGUMENTS", option_tags(command.arguments))] if command.arguments else []),
            ("OPTIONS", option_tags(command.options)),
            ("EXIT STATUS", exit_status(exit_codes)),
            ("EXAMPLES", [".EX", roff(f"beltdyn {command.example}"), ".EE"]),
            ("SEE ALSO", see_also(["beltdyn"]))])
    return pages


# Completion

def quoted(text):
    """For every shell."""
    return "'" + text.replace("'", "’") + "'"


def bash_values(option):
    if option.choices:
        return f'COMPREPLY=($(compgen -W "{" ".join(option.choices)}" -- "$cur"))'
    if option.value in FOLDER_VALUES:
        return "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$cur\"))"
    if option.value in CASE_VALUES:
        return 'COMPREPLY=($(compgen -W "$(beltdyn verify --list 2>/dev/null)" -- "$cur"))'
    if option.value in ("FILE", "CONFIG"):
        pattern = " -X '!*.json'" if option.value == "CONFIG" else ""
        return ("compopt -o filenames 2>/dev/null; "
                f'COMPREPLY=($(compgen -d -- "$cur") $(compgen -f{pattern} -- "$cur"))')
    return ":"


def all_names(options):
    return [name for option in options for name in option.names]


def bash_completion(program, commands):
    names = " ".join([*(command.name for command in commands), "help"])
    lines = ["# Made by packaging/command_pages.py", "_beltdyn() {",
             "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= i",
             "  COMPREPLY=()",
             "  for ((i = 1; i < COMP_CWORD; ++i)); do",
             "    [[ ${COMP_WORDS[i]} == -* ]] || { command=${COMP_WORDS[i]}; break; }",
             "  done", "  case $command in", '    "")',
             f'      COMPREPLY=($(compgen -W "{names} {" ".join(all_names(program.options))}" -- "$cur"))', "      ;;",
             "    help)", f'      COMPREPLY=($(compgen -W "{names.removesuffix(" help")}" -- "$cur"))', "      ;;"]
    for command in commands:
        lines += [f"    {command.name})", "      case $prev in"]
        for option in command.options:
            if option.value:
                lines.append(f"        {' | '.join(option.names)}) {bash_values(option)}; return ;;")
        lines += ["      esac", "      if [[ $cur == -* ]]; then",
                  f'        COMPREPLY=($(compgen -W "{" ".join(all_names(command.options))}" -- "$cur"))']
        if command.arguments:
            lines += ["      else", f"        {bash_values(command.arguments[0])}"]
        lines += ["      fi", "      ;;"]
    return "\n".join([*lines, "  esac", "}", "complete -F _beltdyn beltdyn", ""])


def zsh_text(text):
    """Within an entry of _arguments."""
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "’")


def zsh_values(option):
    if option.choices:
        return f"({' '.join(option.choices)})"
    if option.value in FOLDER_VALUES:
        return "_files -/"
    if option.value in CASE_VALUES:
        return "($(beltdyn verify --list 2>/dev/null))"
    if option.value == "CONFIG":
        return '_files -g "*.json"'
    return "_files" if option.value == "FILE" else " "


def zsh_options(options):
    specs = []
    for option in options:
        for name in option.names:
            others = "" if option.repeats else f"({' '.join(option.names)})"
            value = f":{zsh_text(option.value)}:{zsh_values(option)}" if option.value else ""
            specs.append(f"'{'*' if option.repeats else others}{name}[{zsh_text(option.meaning)}]{value}'")
    return specs


def zsh_completion(program, commands):
    lines = ["#compdef beltdyn", "# Made by packaging/command_pages.py", "_beltdyn() {", "  local curcontext=$curcontext state",
             "  local -a commands", "  commands=("]
    lines += [f"    {quoted(command.name + ':' + command.meaning)}" for command in commands]
    lines += ["    'help:Describe the options of a command'", "  )",
              f"  _arguments -C {' '.join(zsh_options(program.options))} '1:command:->command' '*::argument:->argument'",
              "  case $state in", "    command) _describe command commands ;;", "    argument)", "      case $words[1] in"]
    for command in commands:
        specs = zsh_options(command.options)
        for argument in command.arguments:
            specs.append(f"'{'*' if argument.repeats else '1'}:{argument.value}:{zsh_values(argument)}'")
        lines.append(f"        {command.name}) _arguments {' '.join(specs)} ;;")
    lines += ["        help) _describe command commands ;;", "      esac", "      ;;", "  esac", "}", '_beltdyn "$@"', ""]
    return "\n".join(lines)


def fish_values(option):
    if option.choices:
        return f" -x -a {quoted(' '.join(option.choices))}"
    if option.value in FOLDER_VALUES:
        return " -x -a '(__fish_complete_directories)'"
    if option.value in CASE_VALUES:
        return " -f -a '(beltdyn verify --list 2>/dev/null)'"
    return " -r -F" if option.value == "FILE" else " -x"


def fish_option(option, condition):
    line = f"complete -c beltdyn -n {quoted(condition)}"
    for name in option.names:
        line += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
    return line + (fish_values(option) if option.value else "") + f" -d {quoted(option.meaning)}"


def fish_completion(program, commands):
    lines = ["# Made by packaging/command_pages.py", "complete -c beltdyn -f"]
    lines += [fish_option(option, "__fish_use_subcommand") for option in program.options]
    names = " ".join(command.name for command in commands)
    for command in commands:
        lines.append(f"complete -c beltdyn -n __fish_use_subcommand -a {command.name} -d {quoted(command.meaning)}")
        condition = f"__fish_seen_subcommand_from {command.name}; and not __fish_seen_subcommand_from help"
        lines += [fish_option(option, condition) for option in command.options]
        for argument in command.arguments:
            values = " -a '(__fish_complete_suffix .json)'" if argument.value == "CONFIG" else fish_values(argument)
            lines.append(f"complete -c beltdyn -n {quoted(condition)}{values.replace(' -x', '')}")
    lines.append("complete -c beltdyn -n __fish_use_subcommand -a help -d 'Describe the options of a command'")
    lines.append(f"complete -c beltdyn -n '__fish_seen_subcommand_from help' -a {quoted(names)}")
    return "\n".join(lines) + "\n"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    # The same bytes each time.
    path.write_bytes(gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("share", type=pathlib.Path)
    parser.add_argument("--zsh", default="site-functions")
    arguments = parser.parse_args()

    def said_by_program(*words):
        return subprocess.run([arguments.program, *words], check=True, stdout=subprocess.PIPE, text=True).stdout

    description = json.loads(said_by_program("help", "--json"))
    program, *commands = [Command(command) for command in description["commands"]]
    for name, text in manual_pages(description["version"], description["exit_codes"], program, commands).items():
        write(arguments.share / "man" / "man1" / f"{name}.1.gz", text)
    write(arguments.share / "bash-completion" / "completions" / "beltdyn", bash_completion(program, commands))
    write(arguments.share / "zsh" / arguments.zsh / "_beltdyn", zsh_completion(program, commands))
    write(arguments.share / "fish" / "vendor_completions.d" / "beltdyn.fish", fish_completion(program, commands))
    write(arguments.share / "beltdyn" / "beltdyn.schema.json", said_by_program("schema"))


if __name__ == "__main__":
    main()
