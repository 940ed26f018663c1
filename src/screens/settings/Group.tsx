import type { ReactNode } from 'react';
import { look } from '../../ui/look.ts';
import styles from './SettingScreen.module.css';

/** Settings that belong together, below their name. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={look('stack', styles['group'])}>
      <h2 className={look('faint light')}>{title}</h2>
      <div className={look('divided quiet grid ground1 round3', styles['lines'])}>{children}</div>
    </section>
  );
}

/** Settings of which each is one line. */
export function Choices({ children }: { readonly children: ReactNode }) {
  return <div className={look('divided ground1 round3', styles['group'])}>{children}</div>;
}
