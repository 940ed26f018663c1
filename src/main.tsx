import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/App.tsx';
import { watchChunks } from './app/chunks.ts';
import { followLook } from './app/look.ts';
import { changeWords, startWords } from './i18n/index.ts';
import { followPage, reportError } from './state/client.ts';
import { followFavourites } from './state/favourites.ts';
import { followLogin } from './state/login.ts';
import { followSettings, settings } from './state/settings.ts';

watchChunks({
  report: reportError,
  reload: () => window.location.reload(),
  build: __BUILD_ID__,
  memory: sessionStorage,
});
followLook((language) => void changeWords(language));
followPage();
followFavourites();
followSettings();
followLogin();

const root = document.getElementById('root');
if (root) {
  startWords(settings.language).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
