import { z } from 'zod';
import { text, webAddress } from './text.ts';

/** content/farm.json: the farm's name and place, and its links to other sites. */
export const farmSchema = z.strictObject({
  name: text,
  shortName: text,
  /** Origin of the public site, without a trailing slash. */
  website: webAddress.refine((value) => !value.endsWith('/'), 'a web address without a slash at the end'),
  address: z.strictObject({ lines: z.array(text).min(1), town: text, county: text, postcode: text }),
  phone: text.refine((value) => /^[\d ]{9,14}$/.test(value), 'a telephone number in digits and spaces'),
  email: z.email({ error: 'an e-mail address' }),
  /** Where buyers who order by telephone may pay to. Without it, they are told that the farm rings them. */
  bankAccount: z
    .strictObject({
      name: text,
      sortCode: text.refine((value) => /^\d{2}-\d{2}-\d{2}$/.test(value), 'a sort code such as 00-00-00'),
      number: text.refine((value) => /^\d{8}$/.test(value), 'an account number of 8 digits'),
    })
    .optional(),
  /** Degrees, WGS 84, and the same place as an Ordnance Survey grid reference. */
  place: z.strictObject({
    latitude: z.number({ error: 'a number of degrees' }).min(49).max(61),
    longitude: z.number({ error: 'a number of degrees' }).min(-9).max(2),
    gridReference: text,
  }),
  links: z.strictObject({
    /** The ticket seller's event page, and the script of its widget. */
    tickets: webAddress,
    ticketWidget: webAddress,
    /** The farm tour: a page to watch it on, and the URL for a frame. */
    video: webAddress,
    videoEmbed: webAddress,
    /** A route to the farm in two map services, and the URL of the map for a frame. */
    directions: webAddress,
    directionsAlternative: webAddress,
    mapEmbed: webAddress,
    facebook: webAddress,
    instagram: webAddress,
  }),
  /** A third party's visit statistics. They load only for visitors who accept; without this, no page mentions them. */
  analytics: z
    .strictObject({
      script: webAddress,
      id: text,
      /** The attribute of the script element in which the script looks for its id. */
      attribute: text
        .regex(/^data(-[a-z0-9]+)+$/, 'an attribute such as data-website-id')
        .default('data-website-id'),
    })
    .optional(),
  /** `false` stops browsers from keeping pages for offline reading, and deletes those that they have. */
  worksOffline: z.boolean({ error: 'true or false' }).optional(),
});

export type Farm = z.output<typeof farmSchema>;
