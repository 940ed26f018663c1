import { D, spotFees, toText } from '../../../../domain/index.ts';
import type { Instruments } from '../market/instruments.ts';
import { ApiError } from '../protocol/apiError.ts';
import type { Endpoint, Endpoints, Signer } from '../protocol/endpoint.ts';

/** Every asset of spot with what the user has of it. A key neither deposits nor withdraws, so that no network is named. */
async function assetsOf(instruments: Instruments, signer: Signer) {
  const { balances } = await signer.call('account.balances', {});
  const own = new Map(
    balances.filter(({ account }) => account === 'spot').map((balance) => [balance.asset, balance]),
  );
  const assets = new Set([...instruments.markets.values()].flatMap(({ base, quote }) => [base, quote]));
  return [...assets].map((coin) => {
    const { posted = '0', held = '0' } = own.get(coin) ?? {};
    return {
      coin,
      name: coin,
      free: toText(new D(posted).minus(held)),
      locked: held,
      freeze: '0',
      withdrawing: '0',
      ipoing: '0',
      ipoable: '0',
      storage: '0',
      depositAllEnable: false,
      withdrawAllEnable: false,
      isLegalMoney: false,
      trading: true,
      networkList: [],
    };
  });
}

/** There is no margin lending here: requests for a margin account and for a loan are refused. */
const noMargin: Endpoint = {
  security: 'signed',
  weight: 10,
  answer: async () => {
    throw new ApiError(-3003, 'Margin account does not exist.');
  },
};

/** What clients ask for when they load their list of markets: there are no margin loans. */
export function spotAssets(instruments: Instruments): Endpoints {
  const none = { security: 'key', weight: 1, answer: async () => [] } as const;
  return {
    'GET /sapi/v1/capital/config/getall': {
      security: 'signed',
      weight: 10,
      answer: (_, signer) => assetsOf(instruments, signer),
    },
    'GET /sapi/v1/asset/tradeFee': {
      security: 'signed',
      weight: 1,
      answer: async (params) => {
        const one = params.text('symbol');
        if (one !== undefined) instruments.find(one);
        const { maker: makerCommission, taker: takerCommission } = spotFees;
        const symbols = one === undefined ? [...instruments.markets.keys()] : [one];
        return symbols.map((symbol) => ({ symbol, makerCommission, takerCommission }));
      },
    },
    'GET /sapi/v1/margin/allPairs': none,
    'GET /sapi/v1/margin/isolated/allPairs': none,
    'GET /sapi/v1/margin/account': noMargin,
    'GET /sapi/v1/margin/isolated/account': noMargin,
    'GET /sapi/v1/margin/maxBorrowable': noMargin,
    'POST /sapi/v1/margin/borrow-repay': noMargin,
    'POST /sapi/v1/margin/order': noMargin,
  };
}
