export const ID = '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01';
export const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'request-id': 'req_1',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1795185060',
  ratelimit: '"default";r=59;t=60',
  'ratelimit-policy': '"default";q=60;w=60',
};
export const CAMPAIGN = {
  id: ID,
  name: 'Roofs',
  description: '',
  shots: [],
  created_at: '2026-11-20T14:30:00.000Z',
};
export const PROBLEM = {
  type: 'https://x/y',
  title: 'Not found',
  status: 404,
  detail: '',
  code: 'not_found',
  request_id: 'req_1',
};
