import account from '../../../../locales/zh_hk/account.json' with { type: 'json' };
import content from '../../../../locales/zh_hk/content.json' with { type: 'json' };
import convert from '../../../../locales/zh_hk/convert.json' with { type: 'json' };
import cycle from '../../../../locales/zh_hk/cycle.json' with { type: 'json' };
import detail from '../../../../locales/zh_hk/detail.json' with { type: 'json' };
import errors from '../../../../locales/zh_hk/errors.json' with { type: 'json' };
import funds from '../../../../locales/zh_hk/funds.json' with { type: 'json' };
import identity from '../../../../locales/zh_hk/identity.json' with { type: 'json' };
import orders from '../../../../locales/zh_hk/orders.json' with { type: 'json' };
import pace from '../../../../locales/zh_hk/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/zh_hk/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/zh_hk/settings.json' with { type: 'json' };
import storage from '../../../../locales/zh_hk/storage.json' with { type: 'json' };
import support from '../../../../locales/zh_hk/support.json' with { type: 'json' };
import team from '../../../../locales/zh_hk/team.json' with { type: 'json' };
import trade from '../../../../locales/zh_hk/trade.json' with { type: 'json' };
import wallet from '../../../../locales/zh_hk/wallet.json' with { type: 'json' };

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
