/** The most that a body may have to be passed over unread, bytes; longer ones are the parser's. */
const MOST_BODY = 65_536;
const HEAD_END = Buffer.from('\r\n\r\n');
const [CR, LF, BLANK, TAB] = [0x0d, 0x0a, 0x20, 0x09];
const REQUEST_LINE = /^([A-Z]{3,7}) (\/[!-~]*) HTTP\/1\.1$/;
const HEADER = /^([\w-]+):[ \t]*([!-~]*)[ \t]*$/;
const NAME = /^[a-z][\w-]*:/i;
const LENGTH = /^\d{1,7}$/;
/** First bytes of the names of headers that are checked: c, e, l, t, u, and all bytes that are no letters. */
const LOOKED_AT = Array.from(
  { length: 256 },
  (_, byte) => !/[abdf-km-sv-z]/i.test(String.fromCharCode(byte)),
);

/** The head of a request whose end is beyond doubt. */
export interface RequestFrame {
  readonly method: string;
  /** As it came, with its query. */
  readonly path: string;
  /** How many headers it has. */
  readonly headers: number;
  /** The value of the header `locale`, where it has one. */
  readonly locale: string | undefined;
  /** Of head and body together, bytes; the body may not be here yet. */
  readonly length: number;
}

/**
 * Reads the head at the beginning of a piece of a connection, strictly: what any two parsers could understand in two
 * ways is nothing for this one, since a request that ends elsewhere than thought makes one caller's body another
 * caller's request.
 * @returns undefined for everything but a whole and usual head.
 */
export function frameOf(piece: Buffer): RequestFrame | undefined {
  const end = piece.indexOf(HEAD_END);
  const lines = end < 0 ? undefined : linesOf(piece, end + 1);
  if (!lines) return undefined;
  const [first = 0, ...more] = lines;
  const [, method, path] = REQUEST_LINE.exec(piece.toString('latin1', 0, first - 1)) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const found: Found = { body: undefined, locale: undefined };
  let begin = first + 1;
  for (const lineEnd of more) {
    if (LOOKED_AT[piece[begin] ?? 0] && !check(piece.toString('latin1', begin, lineEnd - 1), found))
      return undefined;
    begin = lineEnd + 1;
  }
  const { body = 0, locale } = found;
  return { method, path, headers: more.length, locale, length: end + HEAD_END.length + body };
}

/** Where each line of a head ends; undefined where one does not end in CR LF, or is folded. */
function linesOf(piece: Buffer, last: number): number[] | undefined {
  const lines: number[] = [];
  for (let at = 0; at <= last; at++) {
    const byte = piece[at] as number;
    if (byte > CR) continue;
    if (byte === LF) {
      const next = piece[at + 1];
      if (piece[at - 1] !== CR || next === BLANK || next === TAB) return undefined;
      lines.push(at);
    } else if (byte === CR && piece[at + 1] !== LF) return undefined;
  }
  return lines;
}

interface Found {
  body: number | undefined;
  locale: string | undefined;
}

/** Takes what a header says. @returns whether the request's end is still beyond doubt. */
function check(line: string, found: Found): boolean {
  const [, name, value = ''] = HEADER.exec(line) ?? [];
  // A value with blanks in it is none that is understood here.
  switch ((name ?? line.slice(0, Math.max(0, line.indexOf(':'))).trim()).toLowerCase()) {
    case '':
      return false;
    case 'content-length':
      if (found.body !== undefined || !LENGTH.test(value)) return false;
      found.body = Number.parseInt(value, 10);
      return found.body <= MOST_BODY;
    case 'connection':
      return value.toLowerCase() === 'keep-alive';
    case 'transfer-encoding':
    case 'trailer':
    case 'te':
    case 'upgrade':
    case 'expect':
      return false;
    case 'locale':
      found.locale = value;
      return true;
    default:
      return NAME.test(line);
  }
}
