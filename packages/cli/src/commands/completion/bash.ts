import { type CompletionTable, type Flag, NO_OFFER, type Offer } from "./table.ts";

const NOTHING = answer(NO_OFFER);

/** For bash 3.2 and later; files are completed from bash 4 on. */
export function bashScript({ verbs, options }: CompletionTable): string {
  const flags = [...options, ...verbs.flatMap((verb) => verb.options)];
  const takingValue = flags.filter(({ takesValue }) => takesValue);
  const values = new Map(takingValue.flatMap((flag) => flag.names.map((name) => [name, answer(flag)])));
  const places = verbs.flatMap((verb) => [
    [`${verb.name}:*:-*`, wordList(namesOf([...verb.options, ...options]))],
    ...verb.places.map((offer, place) => [`${verb.name}:${place}:*`, answer(offer)] as const),
    [`${verb.name}:*`, answer(verb.rest)],
  ]);
  return `# Completion of dailyleet for bash. In ~/.bashrc: source <(dailyleet completion bash)
_dailyleet() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} verb= place=0 words= i
  COMPREPLY=()
  # Readline takes the '=' of --option=value for a word, and the ':' and '=' of a link.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${[...values.keys()].join(" | ")})
        if [[ \${COMP_WORDS[i + 1]} == = ]]; then ((i++)); fi
        ((i++))
        ;;
      -*) ;;
      : | =) ((i++)) ;;
      *) if [[ $verb ]]; then ((place++)); else verb=\${COMP_WORDS[i]}; fi ;;
    esac
  done
  case $previous in
${[...values].map(([name, action]) => `    ${name}) ${action} ;;`).join("\n")}
    *)
      case $verb:$place:$current in
        :*:-*) ${wordList(namesOf(options))} ;;
        :*) ${wordList(verbs.map(({ name }) => name))} ;;
${places
  .filter(([, action]) => action !== NOTHING)
  .map(([pattern, action]) => `        ${pattern}) ${action} ;;`)
  .join("\n")}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _dailyleet dailyleet
`;
}

function answer({ words, takesFiles }: Offer): string {
  return takesFiles ? "compopt -o default 2> /dev/null" : wordList(words.map(({ word }) => word));
}

function wordList(words: readonly string[]): string {
  return `words='${words.join(" ")}'`;
}

function namesOf(flags: readonly Flag[]): string[] {
  return [...new Set(flags.flatMap(({ names }) => names))];
}
