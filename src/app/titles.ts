import { useEffect } from 'react';
import { storageKeys, writeText } from '../state/storage.ts';

const PRODUCT = 'Tidemark';

/** Shows a route's title and stores it. @see specification §2 "The page title is stored per route", §3 NAV_TITLE */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
    writeText(storageKeys.title, title);
  }, [title]);
}
