import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentRefusal,
  MOST_TEXT,
  MOST_TITLE,
  normalContent,
  normalTitle,
  ticketRefusals,
} from '../../../domain/index.ts';

describe('a ticket', () => {
  it.each([
    ['Where is my deposit?', 'It is gone.', {}],
    ['字', '字', {}],
    ['', '', { title: 'ticketTitle', content: 'ticketContent' }],
    [' \n\t', '\u200b\u202e\u0000', { title: 'ticketTitle', content: 'ticketContent' }],
    ['😀'.repeat(MOST_TITLE), '😀'.repeat(MOST_TEXT), {}],
    [
      'x'.repeat(MOST_TITLE + 1),
      'x'.repeat(MOST_TEXT + 1),
      { title: 'ticketTitle', content: 'ticketContent' },
    ],
  ])('called %j', (title, content, refusals) => {
    expect(ticketRefusals({ title, content })).toEqual(refusals);
    expect(contentRefusal(content)).toBe('content' in refusals ? refusals.content : undefined);
  });
  it('has a title of one line, without what cannot be seen', () => {
    expect(normalTitle(' Paid\n twice\u202e\u0000 \u{e0041}')).toBe('Paid twice');
    expect(normalTitle('Paid \u202e twice')).toBe('Paid twice');
    expect(normalTitle('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
  });
  it('keeps its lines and the signs that letters are joined with', () => {
    expect(normalContent('One\r\nTwo\rThree\n\n\n\n\n\nFour\u0007\tfive ')).toBe(
      'One\nTwo\nThree\n\n\nFour\tfive',
    );
    expect(normalContent('👩‍🚀 می‌خواهم')).toBe('👩‍🚀 می‌خواهم');
  });
  it('in its one writing stays so, and holds nothing that a database refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalTitle(normalTitle(text))).toBe(normalTitle(text));
        expect(normalContent(normalContent(text))).toBe(normalContent(text));
        expect(normalTitle(text) + normalContent(text)).not.toContain('\u0000');
      }),
    );
  });
});
