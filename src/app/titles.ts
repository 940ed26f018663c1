import { useEffect } from 'react';
import { venueName } from '../state/brand.ts';
import { storageKeys, writeText } from '../state/storage.ts';

/** Shows a route's title and stores it. @see specification §2 "The page title is stored per route", §3 NAV_TITLE */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${venueName()}`;
    writeText(storageKeys.title, title);
  }, [title]);
}
