/**
 * Ports of well-known services that don't speak HTTP: a request there would at best be noise in somebody's
 * mail server, at worst commands. The first block is the WHATWG Fetch Standard's list of bad ports; the
 * second, databases, queues and remote control, which that list leaves out.
 */
export const REFUSED_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],

  ...[445, 873, 3389, 5900], // SMB, rsync, remote desktop, VNC
  ...[1433, 1434, 1521, 2483, 2484], // SQL Server, Oracle
  ...[3306, 33060], // MySQL
  ...[5432, 6432, 26257], // PostgreSQL, PgBouncer, CockroachDB
  ...[6379, 6380, 16379, 26379, 11211], // Redis, its bus and sentinel, memcached
  ...[27017, 27018, 27019, 9042, 9160, 9300], // MongoDB, Cassandra, Elasticsearch transport
  ...[1883, 8883, 2181, 4222, 5671, 5672, 9092, 61613, 61616], // MQTT, ZooKeeper, NATS, AMQP, Kafka, STOMP
  ...[3268, 3269], // Active Directory's catalogue
]);
