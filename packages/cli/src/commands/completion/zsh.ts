import type { CompletionTable, Flag, Offer, Verb } from "./table.ts";

export function zshScript({ verbs, options }: CompletionTable): string {
  return `#compdef dailyleet
# Completion of dailyleet for zsh. In ~/.zshrc, after compinit: source <(dailyleet completion zsh)
_dailyleet() {
  local curcontext=$curcontext state line
  local -a commands
  typeset -A opt_args
  commands=(
${verbs.map(({ name, summary }) => `    ${quote(`${name}:${escapeText(summary)}`)}`).join("\n")}
  )
  _arguments -C \\
${lines(options.flatMap(flagSpecs))} \\
    '1:command:->command' \\
    '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest)
      case $words[1] in
${verbs.map((verb) => verbCase(verb, options)).join("\n")}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _dailyleet ]; then
  _dailyleet "$@"
else
  compdef _dailyleet dailyleet
fi
`;
}

function verbCase(verb: Verb, common: readonly Flag[]): string {
  const specs = [...unlike(common, verb.options), ...verb.options].flatMap(flagSpecs);
  const all = [
    ...specs,
    ...verb.places.map((offer, place) => quote(`${place + 1}:value:${action(offer)}`)),
    ...(verb.rest.words.length > 0 ? [quote(`*:value:${action(verb.rest)}`)] : []),
  ];
  return `        ${verb.name})\n          _arguments \\\n${lines(all)}\n          ;;`;
}

/** Those that the verb does not have itself. */
function unlike(flags: readonly Flag[], own: readonly Flag[]): Flag[] {
  const names = own.flatMap((flag) => flag.names);
  return flags.filter((flag) => !flag.names.some((name) => names.includes(name)));
}

function flagSpecs(flag: Flag): string[] {
  const value = flag.takesValue ? `:value:${action(flag)}` : "";
  return flag.names.map((name) => {
    const joint = flag.takesValue && name.startsWith("--") ? "=" : "";
    return quote(`${name}${joint}[${escapeText(flag.summary)}]${value}`);
  });
}

/** What `_arguments` shall do to find the values; a space stands for any text. */
function action({ words, takesFiles }: Offer): string {
  if (takesFiles) return "_files";
  const list = words.map(({ word, meaning }) => `${word}\\:"${escapeText(meaning)}"`);
  return list.length === 0 ? " " : `((${list.join(" ")}))`;
}

function escapeText(text: string): string {
  return text.replace(/[\\[\]:"]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function lines(specs: readonly string[]): string {
  return specs.map((spec) => `    ${spec}`).join(" \\\n");
}
