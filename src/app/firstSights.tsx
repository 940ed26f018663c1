import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Language } from '../../domain/index.ts';
import { languages, languageTag } from '../../domain/index.ts';
import { startWords } from '../i18n/index.ts';
import HomeScreen from '../screens/home/HomeScreen.tsx';
import styles from './App.module.css';
import { OriginStrip } from './OriginStrip.tsx';
import { TabBar } from './TabBar.tsx';

export interface FirstSight {
  readonly language: Language;
  /** Of the document's language. */
  readonly tag: string;
  readonly markup: string;
}

/**
 * The home screen before any price is known, in each language: what a visitor sees while the page's scripts come.
 * Made while the page is built. @see scripts/prerender.mjs
 */
export async function firstSights(): Promise<readonly FirstSight[]> {
  const sights: FirstSight[] = [];
  for (const language of languages) {
    await startWords(language);
    sights.push({ language, tag: languageTag(language), markup: renderToStaticMarkup(<Home />) });
  }
  return sights;
}

function Home() {
  return (
    <StaticRouter location="/home">
      <div className={styles['app']}>
        <OriginStrip />
        <main className={styles['stage']}>
          <HomeScreen />
        </main>
        <TabBar />
      </div>
    </StaticRouter>
  );
}
