import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Pictures of every screen in every state, for users to look at: `npm run tour`. */
export default defineConfig({ ...base, testDir: '.', timeout: 900_000, retries: 0 });
