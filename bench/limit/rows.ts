import '../../src/ui/tokens.css';
import '../../src/ui/base.css';
import styles from '../../src/ui/MarketList.module.css';

/** Where a row's live values go: price, change, volume, dollars. */
export interface RowNodes {
  readonly texts: readonly [Text, Text, Text, Text];
  /** Coloured by the direction of the change; the bare row has no colours. */
  readonly change: HTMLElement | undefined;
}

const ROW_PX = 60;
const BARE =
  'body{margin:0;background:#0b0e13;color:#eee;font:15px system-ui;font-variant-numeric:tabular-nums}' +
  '.bare{display:grid;grid-template-columns:1fr 90px 70px 80px 90px;height:60px;align-items:center;contain:strict}';

const live = () => document.createTextNode('');
const nameOf = (row: number) => (row === 0 ? 'PROBE' : `C${row}`);

function element(tag: string, name: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}

/** Answers a tap with the least: what it shows. Nothing is kept, published or looked up. */
function starred(star: HTMLElement): HTMLElement {
  star.ariaPressed = 'false';
  star.onclick = () => {
    star.ariaPressed = star.ariaPressed === 'true' ? 'false' : 'true';
  };
  return star;
}

/** The product's rows in the product's styles, standing still: what filling them costs at least. */
export function productRows(root: HTMLElement, count: number): RowNodes[] {
  document.documentElement.dataset['theme'] = 'dark';
  document.documentElement.dataset['moves'] = 'green-red';
  const styled = (tag: string, name: string, ...children: (Node | string)[]) =>
    element(tag, styles[name] ?? '', ...children);
  const list = styled('ul', 'list');
  list.style.height = `${count * ROW_PX}px`;
  root.append(list);
  return Array.from({ length: count }, (_, row) => {
    const texts = [live(), live(), live(), live()] as const;
    const [price, percent, volume, dollar] = texts;
    const change = styled('span', 'change', percent);
    const pair = styled('span', 'pair', element('b', '', nameOf(row)), '/USDT');
    const name = styled('span', 'name', pair, styled('span', 'quiet', element('span', '', volume)));
    const prices = styled('span', 'price', styled('span', 'strong', price), styled('span', 'quiet', dollar));
    const icon = styled('span', 'spark', nameOf(row).charAt(0));
    const link = styled(
      'a',
      'link',
      icon,
      name,
      styled('span', 'spark'),
      prices,
      element('span', '', change),
    );
    const line = styled('li', 'row', link, starred(styled('button', 'star', '☆')));
    line.style.top = `${row * ROW_PX}px`;
    list.append(line);
    return { texts, change };
  });
}

/** One line of plain text a row, without icons and colours: the least that shows the same values. */
export function bareRows(root: HTMLElement, count: number): RowNodes[] {
  document.head.append(element('style', '', BARE));
  return Array.from({ length: count }, (_, row) => {
    const texts = [live(), live(), live(), live()] as const;
    const cells = texts.map((text) => element('span', '', text));
    root.append(element('div', 'bare', element('b', '', nameOf(row)), ...cells));
    return { texts, change: undefined };
  });
}
