import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Pictures of every screen, for people to look at: `npm run tour`. */
export default defineConfig({ ...base, testDir: '.', timeout: 600_000 });
