export const ADMIN_PASSWORD = 'correct horse battery staple';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Signs in as the admin. @returns the `Cookie` header of the session */
export async function signIn(url: string, password: string, fetchPage: Fetch = fetch): Promise<string> {
  const response = await fetchPage(`${url}/api/admin/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ password }),
  });
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}
