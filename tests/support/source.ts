/** A source in three parts: its code without strings and comments, its comments, and nothing else. */
export interface SourceText {
  readonly code: string;
  readonly comments: readonly string[];
}

/** What a `/` may follow that begins a regular expression; after a name, a number or a bracket it divides. */
const BEFORE_PATTERN = /(?:^|[=(,:;!&|?{}[+\-*%<>~^]|\b(?:return|typeof|case|of|in))\s*$/;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y;
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** The text of a template up to its end or to an expression in it. */
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^`$\\])*(?:`|\$\{)/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Splits a TypeScript or JavaScript source. Expressions in templates are code. */
export function splitSource(text: string): SourceText {
  const comments: string[] = [];
  let code = '';
  /** Open braces in each template that is open. */
  const templates: number[] = [];
  let at = 0;
  const template = (): void => {
    const part = matchAt(TEMPLATE, text, at) ?? text.slice(at);
    at += part.length;
    if (part.endsWith('${')) templates.push(0);
    code += ' ';
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    const comment = char === '/' ? matchAt(COMMENT, text, at) : undefined;
    const literal =
      char === "'" || char === '"'
        ? matchAt(STRING, text, at)
        : char === '/' && !comment && BEFORE_PATTERN.test(code.slice(-40))
          ? matchAt(PATTERN, text, at)
          : undefined;
    if (comment) comments.push(comment);
    if (comment || literal) {
      at += (comment ?? literal ?? '').length;
      // A literal is a value: what follows it is no pattern.
      code += comment ? ' ' : '0';
      continue;
    }
    at += 1;
    const open = templates.length - 1;
    if (char === '`') template();
    else if (char === '}' && templates[open] === 0) {
      templates.pop();
      template();
    } else {
      if (open >= 0 && (char === '{' || char === '}'))
        templates[open] = (templates[open] ?? 0) + (char === '{' ? 1 : -1);
      code += char;
    }
  }
  return { code, comments };
}
