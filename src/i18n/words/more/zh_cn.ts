import account from '../../../../locales/zh_cn/account.json' with { type: 'json' };
import content from '../../../../locales/zh_cn/content.json' with { type: 'json' };
import convert from '../../../../locales/zh_cn/convert.json' with { type: 'json' };
import cycle from '../../../../locales/zh_cn/cycle.json' with { type: 'json' };
import detail from '../../../../locales/zh_cn/detail.json' with { type: 'json' };
import errors from '../../../../locales/zh_cn/errors.json' with { type: 'json' };
import funds from '../../../../locales/zh_cn/funds.json' with { type: 'json' };
import identity from '../../../../locales/zh_cn/identity.json' with { type: 'json' };
import orders from '../../../../locales/zh_cn/orders.json' with { type: 'json' };
import pace from '../../../../locales/zh_cn/pace.json' with { type: 'json' };
import perpetual from '../../../../locales/zh_cn/perpetual.json' with { type: 'json' };
import settings from '../../../../locales/zh_cn/settings.json' with { type: 'json' };
import storage from '../../../../locales/zh_cn/storage.json' with { type: 'json' };
import support from '../../../../locales/zh_cn/support.json' with { type: 'json' };
import team from '../../../../locales/zh_cn/team.json' with { type: 'json' };
import trade from '../../../../locales/zh_cn/trade.json' with { type: 'json' };
import wallet from '../../../../locales/zh_cn/wallet.json' with { type: 'json' };

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
