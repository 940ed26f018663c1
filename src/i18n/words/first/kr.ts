import app from '../../../../locales/kr/app.json' with { type: 'json' };
import market from '../../../../locales/kr/market.json' with { type: 'json' };
import notifications from '../../../../locales/kr/notifications.json' with { type: 'json' };
import shell from '../../../../locales/kr/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
