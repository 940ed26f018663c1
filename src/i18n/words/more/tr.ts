import account from '../../../../locales/tr/account.json' with { type: 'json' };
import content from '../../../../locales/tr/content.json' with { type: 'json' };
import convert from '../../../../locales/tr/convert.json' with { type: 'json' };
import cycle from '../../../../locales/tr/cycle.json' with { type: 'json' };
import detail from '../../../../locales/tr/detail.json' with { type: 'json' };
import errors from '../../../../locales/tr/errors.json' with { type: 'json' };
import funds from '../../../../locales/tr/funds.json' with { type: 'json' };
import identity from '../../../../locales/tr/identity.json' with { type: 'json' };
import orders from '../../../../locales/tr/orders.json' with { type: 'json' };
import pace from '../../../../locales/tr/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/tr/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/tr/settings.json' with { type: 'json' };
import storage from '../../../../locales/tr/storage.json' with { type: 'json' };
import support from '../../../../locales/tr/support.json' with { type: 'json' };
import team from '../../../../locales/tr/team.json' with { type: 'json' };
import trade from '../../../../locales/tr/trade.json' with { type: 'json' };
import wallet from '../../../../locales/tr/wallet.json' with { type: 'json' };

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
