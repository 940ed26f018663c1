import { ApiError, missing } from '../protocol/apiError.ts';
import type { Endpoint, Endpoints, Signer } from '../protocol/endpoint.ts';
import type { Params } from '../protocol/params.ts';
import type { FuturesOrdersDeps } from './orders.ts';
import { leverageCap } from './reads.ts';

const done = { code: 200, msg: 'success' };

/** How a market is traded: leverage, margin mode, margin. */
export function futuresTerms({ instruments, names }: FuturesOrdersDeps): Endpoints {
  const trade = (answer: (params: Params, signer: Signer) => Promise<unknown>): Endpoint => ({
    security: 'signed',
    right: 'futures',
    weight: 1,
    answer,
  });
  return {
    'POST /fapi/v1/leverage': trade(async (params, signer) => {
      const { id: market } = instruments.of(params);
      const symbol = params.needText('symbol');
      const leverage = params.whole('leverage');
      if (leverage === undefined) throw missing('leverage');
      const maxNotionalValue = leverageCap(instruments, symbol, leverage);
      const key = names.keyOf(signer.requestId);
      const { terms } = await signer.call('perpetual.setTerms', { market, leverage }, key);
      return { leverage: terms.leverage, maxNotionalValue, symbol };
    }),
    'POST /fapi/v1/marginType': trade(async (params, signer) => {
      const { id: market } = instruments.of(params);
      const request = params.word('marginType', ['ISOLATED', 'CROSSED'], -4048, 'Margin type is invalid.');
      if (!request) throw missing('marginType');
      const mode = request === 'ISOLATED' ? 'isolated' : 'cross';
      const { terms, positions } = await signer.call('perpetual.state', {});
      const own =
        positions.find((each) => each.market === market) ?? terms.find((each) => each.market === market);
      if ((own?.mode ?? 'cross') === mode) throw new ApiError(-4046, 'No need to change margin type.');
      await signer.call('perpetual.setTerms', { market, mode }, names.keyOf(signer.requestId));
      return done;
    }),
    'POST /fapi/v1/positionMargin': trade(async (params, signer) => {
      const { id: market } = instruments.of(params);
      const change = params.needDecimal('amount');
      const type = params.word('type', ['1', '2'], -1130, "Data sent for parameter 'type' is not valid.");
      if (!type) throw missing('type');
      const amount = type === '1' ? change : `-${change}`;
      await signer.call('perpetual.changeMargin', { market, amount }, names.keyOf(signer.requestId));
      return {
        amount: Number.parseFloat(change),
        ...done,
        msg: 'Successfully modify position margin.',
        type: Number.parseInt(type, 10),
      };
    }),
    'POST /fapi/v1/positionSide/dual': trade(async (params) => {
      const isDual = params.flag('dualSidePosition');
      if (isDual === undefined) throw missing('dualSidePosition');
      if (isDual) throw new ApiError(-4068, 'Position side cannot be changed: hedge mode is not available.');
      throw new ApiError(-4059, 'No need to change position side.');
    }),
    'POST /fapi/v1/multiAssetsMargin': trade(async () => {
      throw new ApiError(-4171, 'No need to change the margin mode: multi-assets mode is not available.');
    }),
  };
}
