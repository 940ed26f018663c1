import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/App.tsx';
import { watchChunks } from './app/chunks.ts';
import { followLook } from './app/look.ts';
import { loadedFiles, openService } from './app/service.ts';
import { followUpdates } from './app/updates.ts';
import { allWords, changeWords, startFirstWords } from './i18n/index.ts';
import { followPage, reportError } from './state/client.ts';
import { followFavourites } from './state/favourites.ts';
import { syncFavourites } from './state/favouritesSync.ts';
import { followFlight } from './state/flight.ts';
import { followGovernor } from './state/governing.ts';
import { whenCalm } from './state/inFlight.ts';
import { followLogin } from './state/login.ts';
import { followNotices } from './state/notices.ts';
import { followSettings, settings } from './state/settings.ts';
import { whenOnline } from './state/status.ts';
import { followWatchLists } from './state/watchLists.ts';
import { followBack } from './ui/dialog/backEntries.ts';

const reload = () => window.location.reload();
watchChunks({
  report: reportError,
  // A reload would not lose an order, but nobody should have to wonder.
  reload: () => void whenCalm(reload),
  whenOnline,
  build: __BUILD_ID__,
  memory: sessionStorage,
});
// Before the router: on the window, listeners run in the order they were added.
followBack();
followLook((language) => void changeWords(language));
followPage();
followGovernor();
followFlight();
followFavourites();
followWatchLists();
syncFavourites();
followNotices();
followSettings();
followLogin();
void followUpdates({
  open: openService,
  reload,
  loaded: loadedFiles,
  now: Date.now,
  after: (ms, run) => void setTimeout(run, ms),
});

const root = document.getElementById('root');
if (root) {
  startFirstWords(settings.language)
    .then(() =>
      // In small pieces: the prepared screen answers taps meanwhile.
      startTransition(() =>
        createRoot(root).render(
          <StrictMode>
            <App />
          </StrictMode>,
        ),
      ),
    )
    .then(() => {
      void allWords();
      void import('./app/hands.ts').then(({ followHands }) => followHands());
    });
}
