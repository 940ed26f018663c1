import type { Route } from './route.ts';
import { screen } from './screen.ts';

/** What the exchange publishes, and where people find it: a part of the one table of routes. */
export const contentRoutes: readonly Route[] = [
  {
    path: '/mine/helpCenter',
    order: 45,
    title: 'title.helpCenter',
    screen: screen(() => import('../screens/content/HelpScreen.tsx')),
  },
  {
    path: '/announcement',
    order: 50,
    title: 'title.announcement',
    screen: screen(() => import('../screens/content/NoticesScreen.tsx')),
  },
  {
    path: '/announcementDetail/:id',
    order: 51,
    title: 'title.announcementDetail',
    screen: screen(() => import('../screens/content/NoticeScreen.tsx')),
  },
  {
    path: '/documentDetail/:type',
    order: 53,
    title: 'title.documentDetail',
    screen: screen(() => import('../screens/content/DocumentScreen.tsx')),
  },
  {
    path: '/aboutUs',
    order: 54,
    title: 'title.aboutUs',
    screen: screen(() => import('../screens/content/AboutScreen.tsx')),
  },
  {
    path: '/customerService',
    order: 55,
    title: 'title.customerService',
    screen: screen(() => import('../screens/content/ServiceScreen.tsx')),
  },
  {
    path: '/download',
    order: 56,
    title: 'title.download',
    screen: screen(() => import('../screens/content/DownloadScreen.tsx')),
  },
  {
    path: '/mine/helpCenter/:slug',
    order: 76,
    title: 'title.helpCenter',
    screen: screen(() => import('../screens/content/HelpArticleScreen.tsx')),
  },
];
