import type { CompletionTable, Flag, Offer, Verb } from "./table.ts";

export function fishScript({ verbs, options }: CompletionTable): string {
  return [
    "# Completion of dailyleet for fish. In ~/.config/fish/config.fish: dailyleet completion fish | source",
    "complete -c dailyleet -f",
    ...options.map((flag) => `complete -c dailyleet${flagArguments(flag)}`),
    ...verbs.flatMap(verbLines),
    "",
  ].join("\n");
}

function verbLines(verb: Verb): string[] {
  const start = `complete -c dailyleet -n '__fish_seen_subcommand_from ${verb.name}'`;
  return [
    `complete -c dailyleet -n __fish_use_subcommand -a ${verb.name} -d ${quote(verb.summary)}`,
    ...(verb.takesFiles ? [`${start} -F`] : []),
    ...verb.words.map(({ word, meaning }) => `${start} -a ${word} -d ${quote(meaning)}`),
    ...verb.options.map((flag) => `${start}${flagArguments(flag)}`),
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
