import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BrowserRouter,
  matchPath,
  Navigate,
  Route as RouteElement,
  Routes,
  useLocation,
} from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { NotFoundScreen } from '../screens/plain/NotFoundScreen.tsx';
import { NotOpenYetScreen } from '../screens/plain/NotOpenYetScreen.tsx';
import { status } from '../state/status.ts';
import { readText, storageKeys } from '../state/storage.ts';
import styles from './App.module.css';
import { DownloadBanner } from './DownloadBanner.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import type { Route } from './routes.ts';
import { routes } from './routes.ts';
import { TabBar } from './TabBar.tsx';
import { useTitle } from './titles.ts';

/** The product: a strip that says what the prices are, one screen, and the tabs. */
export function App() {
  return (
    <BrowserRouter>
      <div className={styles['app']}>
        <OriginStrip />
        <DownloadBanner />
        <Stage />
        <Tabs />
      </div>
    </BrowserRouter>
  );
}

const routeOf = (pathname: string): Route | undefined => routes.find(({ path }) => matchPath(path, pathname));

/** Simulated and recorded prices are labelled on every screen. */
function OriginStrip() {
  const { t } = useTranslation('app');
  const { origin, link } = useSnapshot(status);
  return (
    <>
      {origin === 'simulated' ? <p className={styles['strip']}>{t('origin.simulated')}</p> : null}
      {origin === 'recorded' ? <p className={styles['strip']}>{t('origin.recorded')}</p> : null}
      {link === 'offline' ? (
        <p className={styles['offline']} role="status">
          {t('link.offline')}
        </p>
      ) : null}
    </>
  );
}

/** The screen of the address, sliding left when its order rises and right when it falls. */
function Stage() {
  const location = useLocation();
  const route = routeOf(location.pathname);
  const order = route?.order ?? 99;
  const before = useRef(order);
  const slide = order === before.current ? 'none' : order > before.current ? 'left' : 'right';
  useEffect(() => {
    before.current = order;
  }, [order]);
  return (
    <main key={location.pathname} className={styles['stage']} data-slide={slide}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Routes location={location}>
            <RouteElement path="/" element={<Navigate to="/home" replace />} />
            {routes.map((each) => (
              <RouteElement key={each.path} path={each.path} element={<RouteScreen route={each} />} />
            ))}
            <RouteElement path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

function RouteScreen({ route }: { readonly route: Route }) {
  const { t } = useTranslation('app');
  const title = t(route.title);
  useTitle(title);
  if (route.needsToken && !readText(storageKeys.token)) return <Navigate to="/login" replace />;
  const Screen = route.screen;
  return Screen ? <Screen /> : <NotOpenYetScreen title={title} isTab={route.tab !== undefined} />;
}

function Tabs() {
  const { pathname } = useLocation();
  return routeOf(pathname)?.tab === undefined ? null : <TabBar />;
}
