import { describe, expect, it } from 'vitest';
import { htmlOf } from '../../../../server/products/content/markdown.ts';

describe('Markdown', () => {
  it('becomes headings, lists, tables and links', () => {
    expect(htmlOf('# A\n\n- b *c*\n- `d`\n\n[e](/recharge) [f](https://x.example/?a=1&b=2)')).toBe(
      '<h2>A</h2>\n<ul>\n<li>b <em>c</em></li>\n<li><code>d</code></li>\n</ul>\n' +
        '<p><a href="/recharge">e</a> <a href="https://x.example/?a=1&amp;b=2">f</a></p>',
    );
    expect(htmlOf('| a | b |\n| - | - |\n| 1 | 2 |')).toContain('<td>1</td>');
  });

  const hostile: [name: string, markdown: string][] = [
    ['a script', '<script>alert(1)</script>'],
    ['a script in disguise', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
    ['a handler', '<p onclick="alert(1)">x</p>'],
    ['a picture with a handler', '<img src=x onerror=alert(1)>'],
    ['a picture from elsewhere', '![x](https://evil.example/x.png)'],
    ['a drawing', '<svg><a xlink:href="javascript:alert(1)"><script>alert(1)</script></a></svg>'],
    ['mathematics', '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>'],
    ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['a form', '<form action="https://evil.example"><input name=password></form>'],
    ['a style', '<style>@import url(https://evil.example)</style><p style="position:fixed">x</p>'],
    ['a base', '<base href="https://evil.example/">'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
    ['a link to a script', '[x](javascript:alert(1))'],
    ['a link to a script in capitals', '[x](JaVaScRiPt:alert(1))'],
    ['a link to a script with a break', '<a href="java\nscript:alert(1)">x</a>'],
    ['a link to a script in entities', '<a href="&#106;avascript&colon;alert(1)">x</a>'],
    ['a link to data', '[x](data:text/html;base64,PHNjcmlwdD4=)'],
    ['a link to a program', '[x](vbscript:msgbox)'],
    ['a link to a file', '[x](file:///etc/passwd)'],
    ['a link without https', '[x](http://evil.example)'],
    ['a link to another host', '[x](//evil.example)'],
    ['a link to another host with a backslash', '<a href="/\\evil.example">x</a>'],
    ['a link that hides its host', '[x](https://bank.example@evil.example)'],
    ['a link with quotes', '[x](https://x.example/"onclick="alert(1))'],
    ['a comment that never ends', '<!-- <p>x</p> <script>alert(1)</script>'],
    ['a null in a tag', '<scr\u0000ipt>alert(1)</scr\u0000ipt>'],
  ];
  it.each(hostile)('is harmless with %s', (_, markdown) => {
    const html = htmlOf(markdown);
    expect(html).not.toMatch(/<(?!\/?(?:h[234]|p|ul|ol|li|strong|em|code|a|br|blockquote)\b)/);
    expect(html).not.toMatch(/<[^>]*\son\w+=|style=|src=|javascript:|data:|evil\.example["/]/i);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^(https:\/\/x\.example|\/)/);
  });

  it('keeps the words of a link that leads nowhere good', () => {
    expect(htmlOf('read [this](javascript:alert(1)) now')).toBe('<p>read this now</p>');
  });
  it('shows code as it is written', () => {
    expect(htmlOf('`<script>`')).toBe('<p><code>&lt;script&gt;</code></p>');
  });
  it('ends with quotes in quotes, lists in lists and brackets without end', () => {
    for (const markdown of ['> '.repeat(2_000), '- '.repeat(2_000), '['.repeat(5_000), '*a_'.repeat(3_000)]) {
      const html = (() => {
        try {
          return htmlOf(`${markdown}x`);
        } catch (error) {
          expect((error as Error).name).toBe('ContentError');
          return '';
        }
      })();
      expect(html.match(/<blockquote>/g)?.length ?? 0).toBeLessThan(13);
      expect(html.match(/<ul>/g)?.length ?? 0).toBeLessThan(13);
    }
  });
});
