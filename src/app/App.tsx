import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BrowserRouter,
  Navigate,
  Route as RouteElement,
  Routes,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { withWords } from '../i18n/index.ts';
import { NotFoundScreen } from '../screens/plain/NotFoundScreen.tsx';
import { NotOpenYetScreen } from '../screens/plain/NotOpenYetScreen.tsx';
import { rememberReturn } from '../state/drafts.ts';
import { login } from '../state/login.ts';
import { hasExchange } from '../state/source.ts';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './App.module.css';
import { AwayCard } from './AwayCard.tsx';
import { DownloadBanner } from './DownloadBanner.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { endFirstSight } from './firstSight.ts';
import { OriginStrip } from './OriginStrip.tsx';
import type { Route } from './route.ts';
import { routeOf, routes } from './routes.ts';
import type { ShownRoute } from './shown.ts';
import { useShown } from './shown.ts';
import { TabBar } from './TabBar.tsx';
import { useTitle } from './titles.ts';
import { UpdateOffer } from './UpdateOffer.tsx';

/** Without it the screens are shown all the same. */
const Passing = lazy(withWords(() => import('./Passing.tsx')));

/** The product: a strip that says what the prices are, one screen, and the tabs. */
export function App() {
  return (
    <BrowserRouter>
      <div className={styles['app']}>
        <OriginStrip />
        <UpdateOffer />
        <DownloadBanner />
        <LoginEnd />
        <Away />
        <Screens />
      </div>
    </BrowserRouter>
  );
}

/** A login that the exchange ended leads to /login, and from there back. @see specification §8 "Code 401" */
function LoginEnd() {
  const { hasEnded } = useSnapshot(login);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // Both change with each address, and only the end itself leads anywhere.
  const now = useRef({ here: pathname + search, navigate });
  now.current = { here: pathname + search, navigate };
  useEffect(() => {
    const { here, navigate: go } = now.current;
    if (!hasEnded || here === '/login') return;
    rememberReturn(here);
    go('/login');
  }, [hasEnded]);
  return null;
}

/** The stage and the tabs, which come and go with the screen: without them the one before it would grow. */
function Screens() {
  const shown = useShown();
  return (
    <>
      <Stage {...shown} />
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <Passing />
        </Suspense>
      </ErrorBoundary>
      <Tabs path={shown.location.pathname} />
    </>
  );
}

/** The screen of the address; until that can be painted, the one before it. */
function Stage({ location, slide }: ShownRoute) {
  return (
    <main
      key={location.pathname}
      className={styles['stage']}
      data-slide={slide}
      data-path={location.pathname}
    >
      <ErrorBoundary>
        <Suspense fallback={<Coming path={location.pathname} />}>
          <Routes location={location}>
            <RouteElement path="/" element={<Entry />} />
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

/** A screen whose code is on its way: its name, the way back, and words when it does not come. */
function Coming({ path }: { readonly path: string }) {
  const route = routeOf(path);
  // A script that hangs is requested again by a reload alone.
  const rows = <Skeleton rows={5} onRetry={() => window.location.reload()} />;
  if (!route || route.tab !== undefined) return rows;
  return <Titled route={route}>{rows}</Titled>;
}

function Titled({ route, children }: { readonly route: Route; readonly children: ReactNode }) {
  return <Screen title={useRouteTitle(route)}>{children}</Screen>;
}

function useRouteTitle(route: Route): string {
  const { t } = useTranslation('app');
  return t(route.title);
}

/** The product's base address; with a code it is an invitation. @see specification §9 "The invite link" */
function Entry() {
  const { search } = useLocation();
  const isInvited = new URLSearchParams(search).has('code');
  return <Navigate to={isInvited ? `/register${search}` : '/home'} replace />;
}

function RouteScreen({ route }: { readonly route: Route }) {
  const title = useRouteTitle(route);
  // The same for as long as it is shown, also when its code has come meanwhile.
  const [{ ActiveScreen }] = useState(() => ({ ActiveScreen: route.screen() }));
  useTitle(title);
  // Runs once the screen is there, however long its chunk took.
  useLayoutEffect(endFirstSight, []);
  const { token, handedOn } = useSnapshot(login);
  const isTab = route.tab !== undefined;
  if (!hasExchange && (route.needsToken || route.needsExchange))
    return <NotOpenYetScreen title={title} isTab={isTab} />;
  if (route.needsToken && token === null) return <ToLogin />;
  return <ActiveScreen key={handedOn} />;
}

/** Leads to /login, and remembers where to come back to. */
function ToLogin() {
  const { pathname, search } = useLocation();
  useEffect(() => rememberReturn(pathname + search), [pathname, search]);
  return <Navigate to="/login" replace />;
}

/** Above the screens of the tabs alone. */
function Away() {
  const { pathname } = useLocation();
  return routeOf(pathname)?.tab === undefined ? null : <AwayCard />;
}

function Tabs({ path }: { readonly path: string }) {
  return routeOf(path)?.tab === undefined ? null : <TabBar />;
}
