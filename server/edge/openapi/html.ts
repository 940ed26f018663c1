const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text that is no markup, whatever it says. */
export const escaped = (value: unknown): string =>
  String(value).replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
export const code = (value: string): string => `<code>${escaped(value)}</code>`;
/** Text with words of code between backticks. */
export const marked = (text: unknown): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
export const join = (parts: readonly string[], between = ''): string => parts.join(between);
export const pre = (value: unknown): string =>
  `<pre tabindex="0">${escaped(JSON.stringify(value, null, 2))}</pre>`;
