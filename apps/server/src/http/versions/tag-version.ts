type Tagged = { set: (header: string, value: string) => unknown };

/** Sets the ETag of a reply whose body has a version. */
export const tagVersion = <Reply extends { body: { version: number } }>(res: Tagged, reply: Reply): Reply => {
  res.set('ETag', `"${reply.body.version}"`);
  return reply;
};
