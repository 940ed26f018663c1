const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A device's name for its user, from the browser's user agent: `Chrome · Android`. */
export function deviceOf(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, 400) ?? '';
  const name = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const known = [name(BROWSERS), name(SYSTEMS)].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(' · ') : (/^[\w.-]{1,30}/.exec(text)?.[0] ?? '—');
}
