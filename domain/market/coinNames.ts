/**
 * What users call coins and commodities, in all languages of the product; a name in one language finds in all.
 * Whatever a language writes like another one stands here once.
 */
const NAMES: Readonly<Record<string, string>> = {
  BTC: 'bitcoin 比特幣 比特币 ビットコイン 비트코인',
  ETH: 'ethereum ether 以太坊 以太幣 以太币 イーサリアム イーサ 이더리움 이더',
  SOL: 'solana 索拉納 索拉纳 ソラナ 솔라나',
  XRP: 'ripple 瑞波幣 瑞波币 リップル 리플',
  DOGE: 'dogecoin 狗狗幣 狗狗币 ドージコイン 도지코인',
  LTC: 'litecoin 萊特幣 莱特币 ライトコイン 라이트코인',
  XAU: 'gold or altın 黃金 黄金 金 ゴールド 금 골드',
  XAG: 'silver silber argent gümüş 白銀 白银 銀 银 シルバー 은 실버',
  WTI: 'oil crude öl rohöl erdöl pétrole petrol ham 原油 石油 オイル 원유 석유 유가',
  BRENT:
    'oil crude öl rohöl erdöl pétrole petrol ham 布蘭特原油 布伦特原油 原油 石油 ブレント オイル 브렌트유 원유 석유 유가',
  NATGAS: 'naturalgas gas erdgas gaz gaznaturel doğalgaz 天然氣 天然气 天然ガス ガス 천연가스 가스',
};
/** Tokens and other names of what stands above. */
const SAME: Readonly<Record<string, string>> = {
  WBTC: 'BTC',
  UBTC: 'BTC',
  UETH: 'ETH',
  PAXG: 'XAU',
  XAUT: 'XAU',
};

/** A text as names are compared: without accents, case, blanks and punctuation of pairs. */
export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replace(/[\s/_-]/g, '');
}

const known = new Map<string, readonly string[]>();

/** What an asset is called, as `plainName` writes it; none for one without a name beside its ticker. */
export function namesOf(asset: string): readonly string[] {
  const found = known.get(asset);
  if (found) return found;
  const names = (NAMES[SAME[asset] ?? asset] ?? '').split(' ').filter((name) => name !== '');
  const plain = names.map(plainName);
  known.set(asset, plain);
  return plain;
}
