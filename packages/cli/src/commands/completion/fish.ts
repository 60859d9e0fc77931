import type { CompletionTable, Flag, Offer, Verb } from "./table.ts";

export function fishScript({ verbs, options }: CompletionTable): string {
  const takingValue = [...options, ...verbs.flatMap((verb) => verb.options)].filter(({ takesValue }) => takesValue);
  const names = new Set(takingValue.flatMap((flag) => flag.names));
  return [
    "# Completion of dailyleet for fish. In ~/.config/fish/config.fish: dailyleet completion fish | source",
    ...countPlaces([...names]),
    "complete -c dailyleet -f",
    ...options.map((flag) => `complete -c dailyleet${flagArguments(flag)}`),
    ...verbs.flatMap(verbLines),
    "",
  ].join("\n");
}

/** A condition: '__dailyleet_place -eq 1' is true at the second argument of a verb. */
function countPlaces(takingValue: readonly string[]): string[] {
  return [
    "function __dailyleet_place",
    "    set -l place -1",
    "    set -l is_value 0",
    "    for word in (commandline -opc)[2..-1]",
    "        if test $is_value = 1",
    "            set is_value 0",
    "            continue",
    "        end",
    "        switch $word",
    `            case ${takingValue.join(" ")}`,
    "                set is_value 1",
    "            case '-*'",
    "            case '*'",
    "                set place (math $place + 1)",
    "        end",
    "    end",
    "    test $place $argv",
    "end",
  ];
}

function verbLines(verb: Verb): string[] {
  const seen = `__fish_seen_subcommand_from ${verb.name}`;
  return [
    `complete -c dailyleet -n __fish_use_subcommand -a ${verb.name} -d ${quote(verb.summary)}`,
    ...verb.places.flatMap((offer, place) => offerLines(`${seen}; and __dailyleet_place -eq ${place}`, offer)),
    ...offerLines(`${seen}; and __dailyleet_place -ge ${verb.places.length}`, verb.rest),
    ...verb.options.map((flag) => `complete -c dailyleet -n '${seen}'${flagArguments(flag)}`),
  ];
}

function offerLines(condition: string, { words, takesFiles }: Offer): string[] {
  const start = `complete -c dailyleet -n '${condition}'`;
  return [
    ...(takesFiles ? [`${start} -F`] : []),
    ...words.map(({ word, meaning }) => `${start} -a ${word} -d ${quote(meaning)}`),
  ];
}

function flagArguments(flag: Flag): string {
  const names = flag.names.map((name) => (name.startsWith("--") ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`));
  return `${names.join("")}${flag.takesValue ? valueArguments(flag) : ""} -d ${quote(flag.summary)}`;
}

function valueArguments({ words, takesFiles }: Offer): string {
  if (takesFiles) return " -r -F";
  return words.length === 0 ? " -x" : ` -x -a ${quote(words.map(({ word }) => word).join(" "))}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
