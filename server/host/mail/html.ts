import { hexOf } from '../brand/colours.ts';
import type { Brand } from '../brand/index.ts';

/** How mails look, as the page does in its light theme: readers of mail know no tokens, and styles of elements alone. */
export interface MailStyle {
  readonly venueName: string;
  /** The last line; empty for none. */
  readonly footer: string;
  readonly colours: Readonly<Record<'ground' | 'surface' | 'text' | 'faint' | 'accent', string>>;
}

export function mailStyleOf({ name, footer, colours: { light } }: Brand): MailStyle {
  return {
    venueName: name,
    footer,
    colours: {
      ground: hexOf(light['surface-2']),
      surface: hexOf(light['surface-1']),
      text: hexOf(light['text-1']),
      faint: hexOf(light['text-2']),
      accent: hexOf(light.accent),
    },
  };
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);

/** A mail as text and as a page that says the same: no pictures and no links, as nobody should learn to tap on either. */
export function brandedMail(text: string, look: MailStyle): { readonly text: string; readonly html: string } {
  const { venueName, footer, colours } = look;
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
  const paragraphs = text
    .split(/\n{2,}/)
    .map((each) => `<p style="margin:0 0 16px">${escaped(each).replaceAll('\n', '<br>')}</p>`);
  const last = footer === '' ? '' : `<p style="margin:16px 4px 0;font-size:12px">${escaped(footer)}</p>`;
  return {
    text: footer === '' ? text : `${text}\n\n${footer}`,
    html: [
      '<!doctype html><html><head><meta charset="utf-8"></head>',
      `<body style="margin:0;padding:24px 12px;background:${colours.ground};color:${colours.faint};${font}">`,
      '<div style="max-width:480px;margin:0 auto">',
      `<p style="margin:0 4px 12px;font-size:17px;font-weight:700;color:${colours.accent}">${escaped(venueName)}</p>`,
      `<div style="padding:24px 20px 8px;border-radius:12px;background:${colours.surface};color:${colours.text};font-size:15px;line-height:1.5">`,
      ...paragraphs,
      `</div>${last}</div></body></html>`,
    ].join('\n'),
  };
}
