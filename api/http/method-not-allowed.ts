import type { Handler, Hono } from 'hono';
import { PAGES } from '#domain/pages.ts';
import { CONTACT_PATH } from '#forms/contact-form.ts';
import { ORDER_PATH } from '#forms/order-form.ts';
import { sendProblem } from './http-errors.ts';

/**
 * Answers 405 with `Allow` if a path has routes, but none for the method. Add it after all routes. It asks the app's
 * own router, so `app.ts` stays the only list of routes.
 * @param isPage whether the built site answers GET at a path: `/contact-us` is read by GET and written to by POST
 */
export function createMethodNotAllowed(app: Hono, isPage: (path: string) => boolean): Handler {
  return async (c, next) => {
    const allowed = listMethods(app, c.req.path);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (allowed.length === 0 || (isRead && isPage(c.req.path))) return next();
    // Somebody has opened the address of a form's answer again: the form is there, or at least their way on.
    const formPage = isRead && c.req.header('Accept')?.includes('text/html') && findFormPage(c.req.path);
    if (formPage) return c.redirect(formPage, 303);
    if (isPage(c.req.path)) allowed.push('GET');
    if (allowed.includes('GET')) allowed.push('HEAD');
    return sendProblem(c, {
      code: 'method_not_allowed',
      headers: { Allow: [...new Set(allowed)].sort().join(', ') },
    });
  };

  /** The page with the form that posts to a path: the one above it, except for the shop's own forms. */
  function findFormPage(path: string): string | undefined {
    const above = path.split('/').map((_, at, steps) => steps.slice(0, -1 - at).join('/'));
    if (path.startsWith('/api/')) return FORM_PAGES[path];
    return above.find((each) => each !== '' && (isPage(each) || listMethods(app, each).includes('GET')));
  }
}

const FORM_PAGES: Readonly<Record<string, string>> = {
  [CONTACT_PATH]: PAGES['contact-us'].path,
  [ORDER_PATH]: PAGES['nordmann-branches'].path,
};

/** The methods with routes of their own at a path. `app.all` and `app.use` match any method and do not count. */
export function listMethods(app: Hono, path: string): string[] {
  const methods = new Set(app.routes.map(({ method }) => method).filter((method) => method !== 'ALL'));
  return [...methods].filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
}
