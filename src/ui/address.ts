/**
 * An address that a browser opens as a page, and that shows where it leads: http or https, without a name before its
 * host. Undefined for all else, such as a script.
 */
export function validAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? text : undefined;
}
