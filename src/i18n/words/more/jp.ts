import account from '../../../../locales/jp/account.json' with { type: 'json' };
import content from '../../../../locales/jp/content.json' with { type: 'json' };
import convert from '../../../../locales/jp/convert.json' with { type: 'json' };
import cycle from '../../../../locales/jp/cycle.json' with { type: 'json' };
import detail from '../../../../locales/jp/detail.json' with { type: 'json' };
import errors from '../../../../locales/jp/errors.json' with { type: 'json' };
import funds from '../../../../locales/jp/funds.json' with { type: 'json' };
import identity from '../../../../locales/jp/identity.json' with { type: 'json' };
import orders from '../../../../locales/jp/orders.json' with { type: 'json' };
import pace from '../../../../locales/jp/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/jp/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/jp/settings.json' with { type: 'json' };
import storage from '../../../../locales/jp/storage.json' with { type: 'json' };
import support from '../../../../locales/jp/support.json' with { type: 'json' };
import team from '../../../../locales/jp/team.json' with { type: 'json' };
import trade from '../../../../locales/jp/trade.json' with { type: 'json' };
import wallet from '../../../../locales/jp/wallet.json' with { type: 'json' };

export default {
  account,
  content,
  convert,
  cycle,
  detail,
  errors,
  funds,
  identity,
  orders,
  pace,
  perpetual,
  settings,
  storage,
  support,
  team,
  trade,
  wallet,
};
