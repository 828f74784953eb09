import { z } from 'zod';
import { lines, text, webAddress } from './text.ts';

/** content/farm.json: the farm's name and place, and its links to other sites. */
export const farmSchema = z.strictObject({
  name: text,
  shortName: text.meta({ title: 'Short name' }),
  website: webAddress
    .refine((value) => !value.endsWith('/'), 'a web address without a slash at the end')
    .meta({ title: 'Address of this site', description: 'No slash at the end.' }),
  address: z.strictObject({
    lines: lines.meta({ title: 'Lines above the town', description: 'One on each line.' }),
    town: text,
    county: text,
    postcode: text,
  }),
  phone: text
    .refine((value) => /^[\d ]{9,14}$/.test(value), 'a telephone number in digits and spaces')
    .meta({ title: 'Telephone' }),
  email: z.email({ error: 'an e-mail address' }).meta({ title: 'E-mail' }),
  bankAccount: z
    .strictObject({
      name: text.meta({ title: 'Name of the account' }),
      sortCode: text.refine((value) => /^\d{2}-\d{2}-\d{2}$/.test(value), 'a sort code such as 00-00-00'),
      number: text
        .refine((value) => /^\d{8}$/.test(value), 'an account number of 8 digits')
        .meta({ title: 'Account number' }),
    })
    .optional()
    .meta({
      title: 'Bank account',
      description:
        'Where buyers who order by telephone may pay to. Without it, they are told that the farm rings them.',
    }),
  place: z
    .strictObject({
      latitude: z
        .number({ error: 'a number of degrees' })
        .min(49)
        .max(61)
        .meta({ description: 'Degrees, WGS 84.' }),
      longitude: z
        .number({ error: 'a number of degrees' })
        .min(-9)
        .max(2)
        .meta({ description: 'Degrees, WGS 84; west is below 0.' }),
      gridReference: text.meta({ description: 'The same place as an Ordnance Survey reference.' }),
    })
    .meta({ title: 'Place on the map' }),
  links: z.strictObject({
    tickets: webAddress.meta({ title: 'Tickets', description: 'The ticket seller’s page for the event.' }),
    ticketWidget: webAddress.meta({ title: 'Tickets: script of the seller’s widget' }),
    video: webAddress.meta({ title: 'Film of the farm', description: 'The page where people watch it.' }),
    videoEmbed: webAddress.meta({ title: 'Film: address to embed' }),
    directions: webAddress.meta({ title: 'Route to the farm' }),
    directionsAlternative: webAddress.meta({ title: 'Route to the farm, in another map service' }),
    mapEmbed: webAddress.meta({ title: 'Map: address to embed' }),
    facebook: webAddress,
    instagram: webAddress,
  }),
  analytics: z
    .strictObject({
      script: webAddress.meta({ title: 'Address of the script' }),
      id: text.meta({ title: 'Their name for this site' }),
      attribute: text
        .regex(/^data(-[a-z0-9]+)+$/, 'an attribute such as data-website-id')
        .default('data-website-id')
        .meta({
          title: 'Attribute',
          description: 'The attribute of the script element in which the script looks for that name.',
        }),
    })
    .optional()
    .meta({
      title: 'A third party’s visit statistics',
      description: 'They load only for visitors who accept. Without this, no page mentions them.',
    }),
  worksOffline: z.boolean({ error: 'true or false' }).optional().meta({
    title: 'Browsers keep pages for reading without a signal',
    description: '‘No’ also deletes the pages that they have.',
  }),
});

export type Farm = z.output<typeof farmSchema>;
