import app from '../../../../locales/de/app.json' with { type: 'json' };
import market from '../../../../locales/de/market.json' with { type: 'json' };
import notifications from '../../../../locales/de/notifications.json' with { type: 'json' };
import shell from '../../../../locales/de/shell.json' with { type: 'json' };

export default { app, market, notifications, shell };
