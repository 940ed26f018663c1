export type { Brand } from './brand.ts';
export { openBrand, withBrand } from './brand.ts';
export { brandedFilesOf } from './dress.ts';
