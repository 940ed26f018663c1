import sharp from 'sharp';
import type { TestExchange, User } from './exchange.ts';

/** A small JPEG of one colour. */
export const picture = (background = '#336699'): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** What somebody has of identity and tickets, for others to try their hands on. */
export interface OwnedService {
  readonly photo: string;
  readonly ticket: number;
  readonly picture: string;
}

/** A photo that is not sent in, and a ticket with a picture. The user is at level 1 already. */
export async function ownService(x: TestExchange, { token }: User): Promise<OwnedService> {
  const photo = await x.sendFile('identity.photo', await picture(), { token, fields: { kind: 'front' } });
  const upload = await x.sendFile('common.upload', await picture(), { token });
  const draft = { key: x.newKey(), title: 'Mine', content: 'Help me', pictures: [upload.data.id] };
  const { data } = await x.ask('support.add', draft, { token });
  return { photo: photo.data.photo.id, ticket: data.ticket.id, picture: upload.data.id };
}
