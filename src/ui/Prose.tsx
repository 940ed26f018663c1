import type { ReactNode } from 'react';
import { createElement } from 'react';
import { Link } from 'react-router-dom';
import type { ProseNode } from '../../workers/api.ts';
import { look } from './look.ts';
import styles from './Prose.module.css';

interface ProseProps {
  readonly body: readonly ProseNode[];
  /** BCP 47, when it is not the page's. */
  readonly language?: string | undefined;
}

/** A text with its headings, lists, tables and links. The worker made it a tree of known elements: none is parsed here. */
export function Prose({ body, language }: ProseProps) {
  return (
    <div className={look('bright', styles['prose'])} lang={language}>
      {shown(body)}
    </div>
  );
}

function shown(nodes: readonly ProseNode[]): ReactNode[] {
  // A text changes as a whole, so that places are names enough.
  return nodes.map((node, place) => (typeof node === 'string' ? node : elementOf(node, place)));
}

function elementOf({ tag, of, to, href }: Exclude<ProseNode, string>, key: number): ReactNode {
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  const children = shown(of);
  if (tag === 'table')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page scrolls by the keyboard too
      <div key={key} className={styles['table']} tabIndex={0}>
        <table>{children}</table>
      </div>
    );
  if (tag !== 'a') return createElement(tag, { key }, ...children);
  if (to !== undefined)
    return (
      <Link key={key} to={to}>
        {children}
      </Link>
    );
  return href === undefined ? (
    <span key={key}>{children}</span>
  ) : (
    <a key={key} href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
