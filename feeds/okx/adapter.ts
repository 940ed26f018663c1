import { venueAdapter } from '../venues/adapter.ts';
import { OkxBody } from './body.ts';
import { okxConfig } from './config.ts';

/** OKX: spot, and perpetuals that are settled in what they are quoted in. */
export const okx = /*#__PURE__*/ venueAdapter('okx', okxConfig, (given) => new OkxBody(given));
