import type { OkxInstrument } from '../../../feeds/okx/instruments.ts';
import { readInstrument } from '../../../feeds/okx/instruments.ts';

/** An entry of `public/instruments`, in the documented format. */
export const spotEntry = (instId = 'ABC-USDT', more: object = {}) => ({
  instType: 'SPOT',
  instId,
  baseCcy: instId.split('-')[0],
  quoteCcy: instId.split('-')[1],
  tickSz: '0.01',
  lotSz: '0.001',
  minSz: '0.01',
  ctVal: '',
  ctMult: '',
  ctType: '',
  state: 'live',
  listTime: '1548133413000',
  ...more,
});
export const swapEntry = (instId = 'ABC-USDT-SWAP', more: object = {}) => ({
  ...spotEntry(instId),
  instType: 'SWAP',
  baseCcy: '',
  quoteCcy: '',
  ctVal: '10',
  ctMult: '1',
  ctType: 'linear',
  lotSz: '0.1',
  minSz: '0.1',
  ...more,
});

function must(instrument: OkxInstrument | undefined): OkxInstrument {
  if (!instrument) throw new Error('the fixture is no instrument');
  return instrument;
}
export const spot = must(readInstrument(spotEntry()));
export const swap = must(readInstrument(swapEntry()));
