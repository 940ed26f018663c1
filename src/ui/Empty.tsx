import type { ReactNode } from 'react';
import { look } from './look.ts';

/** In place of a list that has nothing in it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className={look('dim mid pad')}>{children}</p>;
}
